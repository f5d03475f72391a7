import type { NotificationTarget } from '@fieldhouse/domain/notifications/notification'

/** The path, with a query, of what a notification is about in the web app. Without a league it is the dashboard. */
export function notificationPath(target: NotificationTarget, league: string | null): string {
  const { tab, season, week, game, item, view, transaction } = target
  if (tab === 'account') return '/?route=account'
  if (league === null) return '/'
  if (tab === 'admin') return `/?${new URLSearchParams({ route: 'admin', league }).toString()}`
  const query = new URLSearchParams({ league, tab })
  for (const [name, value] of Object.entries({ view, season, week, game, post: transaction }))
    if (value !== undefined) query.append(name, String(value))
  if (item !== undefined) query.append('post', `${item.type}-${item.id}`)
  return `/?${query.toString()}`
}
