import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { formText } from "#components/ui/form-text.ts";

const former = ["", "As it is"] as const;
const ways = [
  ["person", "Each person signs in for themselves"],
  ["instance", "One person signs in for everybody here"],
  ["client_credentials", "This app itself, by a client id and secret"],
  ["never", "Nobody signs in"],
] as const;

/** How people sign in to a server, should it want that: the owner's choice, and a client that was made there by hand. */
export function SignInFields({ isEdit }: { isEdit: boolean }) {
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="w-fit cursor-pointer font-medium">Sign-in, if the server wants one</summary>
      <div className="mt-3 flex flex-col gap-4">
        <SelectField
          label="Who signs in"
          name="sign-in"
          defaultValue={isEdit ? "" : "person"}
          options={[...(isEdit ? [former] : []), ...ways]}
        />
        <TextField
          label="Client id (optional)"
          name="client-id"
          hint="Of a client that you made at its authorization server."
        />
        <TextField label="Client secret (optional)" name="client-secret" type="password" autoComplete="off" />
        <TextField
          label="Authorization server"
          name="issuer"
          type="url"
          hint="https://… The secret is sent nowhere else, so it is needed with one."
        />
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
