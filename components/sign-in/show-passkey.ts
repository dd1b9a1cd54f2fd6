import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** What the server asks the browser to do with a passkey. */
export type ToShow = PublicKeyCredentialRequestOptionsJSON;
export type ToMake = PublicKeyCredentialCreationOptionsJSON;

/** Loaded only when somebody has a passkey. */
const library = () => import("@simplewebauthn/browser");

/** Asks for a passkey. Null when the person did not show one. */
export function showPasskey(options: ToShow): Promise<object | null> {
  return unlessDismissed(async () => (await library()).startAuthentication({ optionsJSON: options }));
}

/** Makes a passkey. Null when the person did not. */
export function makePasskey(options: ToMake): Promise<object | null> {
  return unlessDismissed(async () => (await library()).startRegistration({ optionsJSON: options }));
}

async function unlessDismissed(asking: () => Promise<object>): Promise<object | null> {
  try {
    return await asking();
  } catch (error) {
    // Dismissed, timed out or no passkey fits: browsers do not say which.
    console.error("No passkey was shown.", error);
    return null;
  }
}
