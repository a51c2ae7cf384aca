/** Asks the dev server for a change. Answers what it says came of it, or why nothing did. */
export async function edit(what: 'finding' | 'outline', fields: Record<string, unknown>): Promise<Answer> {
  try {
    const response = await fetch(`/edit/${what}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const { said, error }: { said?: string; error?: string } = await response.json();
    return said === undefined ? { isDone: false, sentence: error ?? NO_ANSWER } : { isDone: true, sentence: said };
  } catch {
    return { isDone: false, sentence: NO_ANSWER };
  }
}

interface Answer {
  isDone: boolean;
  sentence: string;
}

const NO_ANSWER = 'The server does not answer. Nothing was saved.';
