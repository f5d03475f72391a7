import type { TestClient, TestResponse } from './start-app.ts'

export type FormFile = { name: string; content: string | Uint8Array<ArrayBuffer>; field?: string }

/** Posts files as a browser form does. */
export async function postFiles(
  client: TestClient,
  url: string,
  files: readonly FormFile[],
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const form = new FormData()
  for (const { name, content, field = 'files' } of files) form.append(field, new Blob([content]), name)
  return postForm(client, url, form, headers)
}

export async function postForm(
  client: TestClient,
  url: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const encodedForm = new Response(form)
  const type = encodedForm.headers.get('content-type') ?? ''
  return client.post(url, Buffer.from(await encodedForm.arrayBuffer()), { 'content-type': type, ...headers })
}
