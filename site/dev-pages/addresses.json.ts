import { addresses } from '#site/addresses.ts';

/** What a build asks for. */
export async function GET(): Promise<Response> {
  return Response.json(await addresses());
}
