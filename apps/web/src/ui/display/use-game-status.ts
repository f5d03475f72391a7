import { useConnectivity } from '../../api/connectivity.ts'

type Game = { state: 'before' | 'live' | 'final' | 'not_played'; status: string }

/** While the server cannot be reached, nobody knows whether a game is still being played. */
export function useGameStatus({ state, status }: Game): { state: Game['state'] | 'unknown'; text: string } {
  const { isOffline } = useConnectivity()
  return isOffline && state === 'live' ? { state: 'unknown', text: 'Not updating' } : { state, text: status }
}
