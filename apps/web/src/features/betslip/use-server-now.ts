import { useNow } from '../../ui/use-now.ts'
import type { Bets } from './use-bets.ts'

const SECOND = 1000

/** The server's present moment, told again each second. A wrong clock of the viewer's changes nothing. */
export function useServerNow({ now, readAt }: Pick<Bets, 'now' | 'readAt'>): Date {
  const here = useNow(SECOND)
  const passed = Math.max(0, here.getTime() - readAt)
  return new Date(Date.parse(now) + passed)
}
