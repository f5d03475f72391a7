import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GameView } from './game-view.tsx'
import { useHistoryPage } from './history-context.ts'
import { gameOf } from './use-history.ts'

type Props = { season: number; game: number }

export function GameSheet({ season, game }: Props) {
  const { league } = useHistoryPage()
  const past = useQuery(gameOf(league, season, game))
  return (
    <Loaded
      query={past}
      failure="Failed to load the game"
      skeleton={<Skeleton label="Loading the game" rows={6} height={36} />}
    >
      {(answer) => <GameView past={answer} />}
    </Loaded>
  )
}
