/** The server id under which the app's own tools appear. */
export const ownServerId = "app";
