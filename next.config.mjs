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
  // Pages alone are its own: the server in front of it answers for the API.
  pageExtensions: ["tsx"],
};

export default config;
