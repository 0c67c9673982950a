// For packages that may import hub but not http.
export { selfSigned } from '@annotate-mcp/http/testing/self-signed';
