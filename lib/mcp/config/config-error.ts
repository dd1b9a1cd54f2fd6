/**
 * An error in a configuration file. The message is one sentence for the owner: which file, where in it, and what to do.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
