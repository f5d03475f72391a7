/** What this browser can do, and what it was allowed. */
export type DeviceState =
  | { kind: 'insecure' | 'unsupported' | 'needs_installing' | 'denied' }
  /** `endpoint` is that of its subscription; null without one. */
  | { kind: 'able'; endpoint: string | null }

/** The page and its worker do not agree on anything but these. */
const WORKER_URL = '/sw.js'

export async function getDeviceState(): Promise<DeviceState> {
  if (!isSecureContext) return { kind: 'insecure' }
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // On an iPhone only a page on the home screen has these.
  if (!canPush) return { kind: /iPhone|iPad/.test(navigator.userAgent) ? 'needs_installing' : 'unsupported' }
  if (Notification.permission === 'denied') return { kind: 'denied' }
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  return { kind: 'able', endpoint: subscription?.endpoint ?? null }
}

/** Asks the person, then the browser's push service. Throws an error with a sentence when either refuses. */
export async function subscribeToPush(
  publicKey: string,
): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('The browser was not allowed to show notifications.')
  await navigator.serviceWorker.register(WORKER_URL)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made for other keys cannot be used, and stands in the way of a new one.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

/** Answers the endpoint that is told no more; null when there was none. */
export async function unsubscribeFromPush(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}
