/** Stands for our packages in the configuration of an app that is measured without them. */
export const annotate = () => [];
export const withAnnotate = (config) => config;
