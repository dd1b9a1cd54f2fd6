/** The server of the `mcp.json` that comes with the app, by its key there. */
export const exampleServer = "workspace";
