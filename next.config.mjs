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
};

export default config;
