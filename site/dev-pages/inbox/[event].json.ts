import { inboxService } from '#site/data.ts';

type Params = Partial<Record<'project' | 'session' | 'event', string>>;

/** What the transcript says around an unconfirmed event, without secrets: `{lines: […]}`, or null if it is gone. */
export async function GET({ params }: { params: Params }): Promise<Response> {
  const { project = '', session = '', event = '' } = params;
  const lines = await inboxService()?.transcript({ project, session, event });
  if (lines === undefined) return new Response('There is no such event.\n', { status: 404 });
  return Response.json({ lines });
}
