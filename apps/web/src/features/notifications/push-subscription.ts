import { registerWorker } from '../../api/register-service-worker.ts'

/** Whether this browser supports push notifications and has permission to show them. */
export type DeviceState =
  | { kind: 'insecure' | 'unsupported' | 'needs_install' | 'denied' }
  /** `endpoint` is the endpoint of its push subscription; null if it is not subscribed. */
  | { kind: 'supported'; endpoint: string | null }

export async function getDeviceState(): Promise<DeviceState> {
  if (!isSecureContext) return { kind: 'insecure' }
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // iOS provides these APIs only to web apps that were added to the home screen.
  if (!canPush) return { kind: /iPhone|iPad/.test(navigator.userAgent) ? 'needs_install' : 'unsupported' }
  if (Notification.permission === 'denied') return { kind: 'denied' }
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()
  return { kind: 'supported', endpoint: subscription?.endpoint ?? null }
}

/**
 * Asks the user for permission and subscribes to the browser's push service. Throws an error with a message
 * for users if either one refuses.
 */
export async function subscribeToPush(
  publicKey: string,
): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Notifications are blocked. Allow them in your browser and try again.')
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription created with another key cannot be used and prevents a new one.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

/** Returns the endpoint that was unsubscribed; null if there was none. */
export async function unsubscribeFromPush(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}
