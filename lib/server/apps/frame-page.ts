import { domainsInAddress, framePolicy } from "#lib/apps/frame-policy.ts";
import type { Access } from "#lib/server/settings/access.ts";

/**
 * The empty page of an app's frame. It holds nothing: our own page sends the app into it, and only what our own page sends
 * counts: no other frame of the page speaks to an app. Its origin is no page's, its policy is what the app declares, and no
 * other page may frame it.
 */
export function framePage(query: URLSearchParams, { origins }: Pick<Access, "origins">): Response {
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": framePolicy(domainsInAddress(query), [...origins]),
      "x-frame-options": "SAMEORIGIN",
      "permissions-policy": nothing,
    },
  });
}

const nothing = [
  "accelerometer",
  "autoplay",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

const page = `<!doctype html><meta charset="utf-8"><title>App</title><script>
addEventListener("message", function take(event) {
  const isOurs = parent !== self && event.source === parent && event.origin === location.origin;
  if (!isOurs || typeof event.data?.html !== "string") return;
  removeEventListener("message", take);
  document.open();
  addEventListener("message", function onlyOurs(event) {
    if (event.source !== parent && event.source !== self) event.stopImmediatePropagation();
  }, true);
  document.write(event.data.html);
  document.close();
});
</script>
`;
