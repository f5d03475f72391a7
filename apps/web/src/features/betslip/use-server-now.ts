import { useNow } from '../../ui/use-now.ts'
import type { Bets } from './use-bets.ts'

const SECOND_MS = 1000

/** The server's current time, updated every second. It doesn't depend on the viewer's clock being right. */
export function useServerNow({ now, fetchedAt }: Pick<Bets, 'now' | 'fetchedAt'>): Date {
  const clientNow = useNow(SECOND_MS)
  const elapsedMs = Math.max(0, clientNow.getTime() - fetchedAt)
  return new Date(Date.parse(now) + elapsedMs)
}
