/** What the server sends through a push service. */
export type PushPayload = { title: string; body: string; tag: string; league: string; tab: string }

export type NotificationContent = { title: string; options: NotificationOptions }

/** A window of the page, as a worker sees it. */
type PageWindow = { focus: () => Promise<unknown>; navigate: (path: string) => Promise<unknown> }

/** The windows that a worker can reach and open. */
export type WindowClients = {
  matchAll: (which: { type: 'window' }) => Promise<readonly PageWindow[]>
  openWindow: (path: string) => Promise<unknown>
}

const FALLBACK_NOTIFICATION: NotificationContent = {
  title: 'Fieldhouse',
  options: { body: 'There is something new in your league.', data: { path: '/' } },
}

/** How a message is shown. One that cannot be read is shown too: browsers want every push to be seen. */
export function toNotification(text: string | undefined): NotificationContent {
  const payload = parsePayload(text)
  if (payload === null) return FALLBACK_NOTIFICATION
  const { title, body, tag, league, tab } = payload
  const path = `/?${new URLSearchParams({ league, tab }).toString()}`
  return { title, options: { body, tag, icon: '/favicon.svg', data: { path } } }
}

/** Opens what a notification is about: in a window that is open, else in a new one. */
export async function onNotificationClick(data: unknown, windows: WindowClients): Promise<void> {
  const path = toSafePath(data)
  const [open] = await windows.matchAll({ type: 'window' })
  if (open === undefined) {
    await windows.openWindow(path)
    return
  }
  await open.focus()
  await open.navigate(path)
}

function parsePayload(text: string | undefined): PushPayload | null {
  try {
    const { title, body, tag, league, tab } = JSON.parse(text ?? '') as Record<string, unknown>
    const parts = { title, body, tag, league, tab }
    return Object.values(parts).every((part) => typeof part === 'string') ? (parts as PushPayload) : null
  } catch {
    // Another version of the server may have sent it.
    return null
  }
}

/** An address of this site; anything else leads to its first page. */
function toSafePath(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return typeof path === 'string' && path.startsWith('/?') ? path : '/'
}
