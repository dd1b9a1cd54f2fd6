const data = Buffer.from("binary").toString("base64");

/** A result of every kind of content. */
export const allContent = {
  content: [
    { type: "text", text: "words", annotations: { audience: ["user"], priority: 0.5 } },
    { type: "image", data, mimeType: "image/png" },
    { type: "audio", data, mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "test://words", mimeType: "text/plain", text: "words" } },
    { type: "resource", resource: { uri: "test://bytes", mimeType: "application/zip", blob: data } },
    { type: "resource_link", uri: "test://words", name: "words", description: "Some words", mimeType: "text/plain" },
  ],
  structuredContent: { rows: [1, { two: null }] },
  isError: true,
  _meta: { "example.com/cost": 3 },
};

/** Content that MCP does not know, between some that it knows. */
export const oddContent = [
  { type: "text", text: "before" },
  { type: "video", data },
  { type: "image", data: "no base64!", mimeType: "image/png" },
  { type: "text", text: "after" },
];
