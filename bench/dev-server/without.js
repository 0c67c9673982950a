/** Stands for our packages in the configuration of an app that is measured without them. */
export const annotate = () => [];
/** @param {object} config */
export const withAnnotate = (config) => config;
