import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GameView } from './game-view.tsx'
import { useHistoryContext } from './history-context.ts'
import { gameQuery } from './use-history.ts'

type Props = { season: number; game: number }

export function GamePanel({ season, game }: Props) {
  const { league } = useHistoryContext()
  const query = useQuery(gameQuery(league, season, game))
  return (
    <Loaded
      query={query}
      errorTitle="Failed to load game"
      skeleton={<Skeleton label="Loading game" rows={6} height={36} />}
    >
      {(details) => <GameView details={details} />}
    </Loaded>
  )
}
