import type { Answer, Visitor } from './start-app.ts'

export type FormFile = { name: string; content: string | Uint8Array<ArrayBuffer>; field?: string }

/** Posts files as a browser's form does. */
export async function postFiles(
  visitor: Visitor,
  url: string,
  files: readonly FormFile[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const { name, content, field = 'files' } of files) form.append(field, new Blob([content]), name)
  return postForm(visitor, url, form, headers)
}

export async function postForm(
  visitor: Visitor,
  url: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  return visitor.post(url, Buffer.from(await sent.arrayBuffer()), { 'content-type': type, ...headers })
}
