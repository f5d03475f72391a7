import { useNow } from '../../ui/use-now.ts'
import type { Bets } from './use-bets.ts'

const SECOND_MS = 1000

/** The server's present moment, told again each second. A wrong clock of the viewer's changes nothing. */
export function useServerNow({ now, fetchedAt }: Pick<Bets, 'now' | 'fetchedAt'>): Date {
  const here = useNow(SECOND_MS)
  const passed = Math.max(0, here.getTime() - fetchedAt)
  return new Date(Date.parse(now) + passed)
}
