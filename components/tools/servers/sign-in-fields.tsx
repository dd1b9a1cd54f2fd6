import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { formText } from "#components/ui/form-text.ts";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

const former = ["", "asItIs"] as const;
const ways = [
  ["person", "eachPersonSignsIn"],
  ["instance", "onePersonSignsIn"],
  ["client_credentials", "theAppSignsIn"],
  ["never", "nobodySignsIn"],
] as const;

/** How people sign in to a server, should it want that: the owner's choice, and a client that was made there by hand. */
export function SignInFields({ isEdit }: { isEdit: boolean }) {
  const say = useSay(toolWords);
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="w-fit cursor-pointer font-medium">{say("signInIfWanted")}</summary>
      <div className="mt-3 flex flex-col gap-4">
        <SelectField
          label={say("whoSignsIn")}
          name="sign-in"
          defaultValue={isEdit ? "" : "person"}
          options={[...(isEdit ? [former] : []), ...ways].map(([way, words]) => [way, say(words)] as const)}
        />
        <TextField label={say("clientId")} name="client-id" hint={say("clientIdHint")} />
        <TextField label={say("clientSecret")} name="client-secret" type="password" autoComplete="off" />
        <TextField label={say("authorizationServer")} name="issuer" type="url" hint={say("authorizationServerHint")} />
      </div>
    </details>
  );
}

/** The entry's `oauth` as the fields say it; undefined for what it is anyway. */
export function oauthOfFields(
  form: HTMLFormElement,
  { isEdit }: { isEdit: boolean },
): false | Record<string, string> | undefined {
  const text = (name: string) => formText(form, name).trim();
  const way = text("sign-in");
  if (way === "never") return false;
  const [clientId, clientSecret, issuer] = [text("client-id"), text("client-secret"), text("issuer")];
  const client = {
    ...(clientId !== "" && { clientId }),
    ...(clientSecret !== "" && { clientSecret }),
    ...(issuer !== "" && { issuer }),
  };
  if (way === "client_credentials") return { grant: way, ...client };
  if (way === "instance") return { who: way, ...client };
  if (Object.keys(client).length > 0) return { who: "person", ...client };
  return isEdit && way !== "" ? { who: "person" } : undefined;
}
