/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // npm test checks the types of everything; a person who starts the app need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Nothing needs the image optimiser, and it would be one more door without a session.
  images: { unoptimized: true },
  serverExternalPackages: ["better-sqlite3"],
  // Where OAuth looks for what a resource and an authorization server say of themselves.
  rewrites: async () => [
    { source: "/.well-known/oauth-protected-resource", destination: "/api/oauth/resource" },
    { source: "/.well-known/oauth-protected-resource/api/mcp", destination: "/api/oauth/resource" },
    { source: "/.well-known/oauth-authorization-server", destination: "/api/oauth/metadata" },
  ],
};

export default config;
