import type { TestClient, TestResponse } from './start-app.ts'

export type FormFile = { name: string; content: string | Uint8Array<ArrayBuffer>; field?: string }

/** Posts files as a browser's form does. */
export async function postFiles(
  visitor: TestClient,
  url: string,
  files: readonly FormFile[],
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const form = new FormData()
  for (const { name, content, field = 'files' } of files) form.append(field, new Blob([content]), name)
  return postForm(visitor, url, form, headers)
}

export async function postForm(
  visitor: TestClient,
  url: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  return visitor.post(url, Buffer.from(await sent.arrayBuffer()), { 'content-type': type, ...headers })
}
