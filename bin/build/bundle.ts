// Bundles the server of a production build into the folder that it is given.
import path from "node:path";
import { bundleServer } from "./bundle-server.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder of the server.");
if (!(await bundleServer(path.resolve(import.meta.dirname, "../.."), folder))) process.exitCode = 1;
