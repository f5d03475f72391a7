/** The JSON payload that the server sends through a push service. `path` is what it is about in the app. */
type PushPayload = { title: string; body: string; tag: string; path: string }

export type NotificationContent = { title: string; options: NotificationOptions }

type PageWindow = { focus: () => Promise<unknown>; navigate: (path: string) => Promise<unknown> }

export type WindowClients = {
  matchAll: (options: { type: 'window' }) => Promise<readonly PageWindow[]>
  openWindow: (path: string) => Promise<unknown>
}

const FALLBACK_NOTIFICATION: NotificationContent = {
  title: 'Fieldhouse',
  options: { body: 'You have new activity in your league.', data: { path: '/' } },
}

/** Invalid payloads get a fallback: browsers require a notification for every push. */
export function toNotification(text: string | undefined): NotificationContent {
  const payload = parsePayload(text)
  if (payload === null) return FALLBACK_NOTIFICATION
  const { title, body, tag, path } = payload
  return { title, options: { body, tag, icon: '/favicon.svg', data: { path } } }
}

export async function onNotificationClick(data: unknown, windows: WindowClients): Promise<void> {
  const path = toSafePath(data)
  const [pageWindow] = await windows.matchAll({ type: 'window' })
  if (pageWindow === undefined) {
    await windows.openWindow(path)
    return
  }
  await pageWindow.focus()
  await pageWindow.navigate(path)
}

function parsePayload(text: string | undefined): PushPayload | null {
  try {
    const { title, body, tag, path } = JSON.parse(text ?? '') as Record<string, unknown>
    const fields = { title, body, tag, path }
    return Object.values(fields).every((value) => typeof value === 'string') ? (fields as PushPayload) : null
  } catch {
    // A different server version may use another format.
    return null
  }
}

/** Returns a path of this site; '/' for anything else. */
function toSafePath(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' && path.startsWith('/?') ? path : '/'
}
