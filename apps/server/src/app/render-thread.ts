import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { PageRequest, RenderPage } from '@fieldhouse/contract/page'
import { serveTasks } from '../threads/task-thread.ts'
import { documentTemplate, type RenderedDocument } from './rendered-document.ts'

export type RenderTask = {
  folder: string
  /** The URL of the module that renders. */
  renderer: string
  request: PageRequest
  /** Sends requests to the API, and gets their responses. It is closed when nobody waits for the page any more. */
  api: MessagePort
}

export type ApiRequest = { id: number; path: string }
export type ApiResponse = { id: number; status: number; body: string }

const templates = new Map<string, ReturnType<typeof documentTemplate>>()

function templateOf(folder: string) {
  const template = templates.get(folder) ?? documentTemplate(folder)
  templates.set(folder, template)
  return template
}

// The program of the thread that renders pages: each takes some hundredths of a second.
serveTasks(async ({ folder, renderer, request, api }: RenderTask): Promise<RenderedDocument | null> => {
  const { renderPage } = (await import(renderer)) as { renderPage: RenderPage }
  const requests = new Map<number, (response: ApiResponse) => void>()
  api.on('message', (response: ApiResponse) => {
    requests.get(response.id)?.(response)
    requests.delete(response.id)
  })
  const abandoned = once(api, 'close').then(() => {
    throw new Error('nobody waits for the page any more')
  })
  const send = (path: string) =>
    new Promise<ApiResponse>((resolve) => {
      const id = requests.size === 0 ? 0 : Math.max(...requests.keys()) + 1
      requests.set(id, resolve)
      api.postMessage({ id, path } satisfies ApiRequest, [])
    })
  try {
    const page = await Promise.race([
      renderPage(request, (path) => Promise.race([send(path), abandoned])),
      abandoned,
    ])
    return page === null ? null : templateOf(folder)(page)
  } finally {
    api.close()
  }
})
