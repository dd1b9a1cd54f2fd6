import { namesSecret } from "#lib/untrusted/names-secret.ts";
import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { AskedValue } from "./found-server.ts";

/** An entry of `inputs`, as VS Code writes them. */
export type Inputs = ReadonlyMap<string, { [key: string]: JsonValue }>;

export function inputsOf(listed: JsonValue | undefined): Inputs {
  const inputs = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  return new Map(inputs.flatMap((input) => (typeof input["id"] === "string" ? [[input["id"], input]] : [])));
}

export const variable = /\$\{([^}]*)\}/g;
const nameAndDefault = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;
/** Variables of the place where the file was, for which there is none here. */
const folders = /^(?:workspaceFolder|workspaceRoot|cwd|__dirname)/;

/** Variables of other apps that have a word here, written our way. */
export function inOurVariables(text: string): string {
  return text
    .replaceAll(/\$\{(?:userHome|env:HOME|HOMEDIR)\}/g, "${HOME}")
    .replaceAll(/\$\{(?:pathSeparator|\/)\}/g, "/");
}

/** In values of variables and headers some apps write `$NAME`. */
export function withoutBareNames(text: string): string {
  return text.replaceAll(/(^|\s)\$([A-Z_][A-Z0-9_]*)(?=\s|$)/g, "$1${$2}");
}

/**
 * What is asked for a text: a value for each `${…}` in it, except what every computer has. `named`: the variable or
 * header whose value the text is.
 */
export function askedIn(text: string, named: string, inputs: Inputs): AskedValue[] {
  return [...text.matchAll(variable)].flatMap(([, key = ""]) => (key === "HOME" ? [] : [askedFor(key, named, inputs)]));
}

function askedFor(key: string, named: string, inputs: Inputs): AskedValue {
  const [, name = key, fallback] = nameAndDefault.exec(key) ?? [];
  const isVariable = nameAndDefault.test(key) && !folders.test(key);
  const asked: AskedValue = {
    key,
    label: name,
    hint: `What stands in the file as \${${key}}.`,
    isSecret: namesSecret(`${key} ${named}`),
    isLines: false,
    isFolder: false,
    choices: [],
    preset: "",
    otherwise: null,
  };
  if (folders.test(key)) {
    return { ...asked, label: key, isFolder: true, hint: "A folder on the computer where Countersign runs." };
  }
  if (isVariable) {
    const otherwise = fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`;
    const or =
      fallback === undefined || fallback === "" ? "" : `, or ${asked.isSecret ? "the file’s own value" : fallback}`;
    return { ...asked, hint: `Empty: the variable ${name} of the app’s own environment${or}.`, otherwise };
  }
  const id = /^(?:input|user_config|config):?\.?(.+)$/s.exec(key)?.[1];
  return id === undefined ? asked : fromInput({ ...asked, label: id }, inputs.get(id));
}

/** Behind dots, or together with the text around it, such a value could be a variable of the app for the file's server. */
const maybeVariable = /[${}]/;
const leftOut = "The file’s own value is left out: it could stand for a variable of the app.";

function fromInput(asked: AskedValue, input: { [key: string]: JsonValue } | undefined): AskedValue {
  if (input === undefined) return asked;
  const { type, description, default: preset, password, options } = input;
  const texts = Array.isArray(options) ? options.filter((option) => typeof option === "string") : [];
  const own = typeof preset === "string" ? preset : "";
  const choices = texts.filter((option) => !maybeVariable.test(option));
  const isWhole = choices.length === texts.length && !maybeVariable.test(own);
  const hint = typeof description === "string" ? description : asked.hint;
  return {
    ...asked,
    hint: isWhole ? hint : `${leftOut} ${hint}`,
    isSecret: asked.isSecret || password === true,
    isFolder: type === "folder",
    choices,
    preset: maybeVariable.test(own) ? "" : own,
  };
}
