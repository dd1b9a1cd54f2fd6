import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** A picture or a sound that a tool sent into one of the person's chats. Its type is one of a few that run nothing. */
export const GET = guard(
  {
    scope: "tools:call",
    summary: "Read a picture or a sound of a tool's result",
    replies: { 200: { says: "Its bytes: PNG, JPEG, GIF, WebP, WAV, MP3, Ogg or M4A", type: "image/png" } },
  },
  async ({ person, params }) => {
    const file = await services().chats.file(person.id, params["id"] ?? "");
    if (file === null) return problem("not-found", "This file is not kept any more. Each chat keeps its latest 64 MB.");
    const headers = {
      "content-type": file.mediaType,
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    };
    return new Response(Buffer.from(file.base64, "base64"), { headers });
  },
);
