import { useQuery } from '@tanstack/react-query'
import { PlayerNews } from '../../features/news/news-panel.tsx'
import { PlayerCard } from '../../features/roster/player/player-card.tsx'
import { playerQuery } from '../../features/roster/use-roster.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Props = {
  league: string
  /** The provider's player id. */
  player: number
}

export function PlayerDialog({ league, player }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const name = useQuery(playerQuery(league, player, season)).data?.player

  /** A dialog also fires its close event after Back has closed it. */
  function close() {
    if (router.location().player === player) router.goBack({ player: null })
  }

  return (
    <Dialog title={name ?? 'Player'} onClose={close}>
      <PlayerCard
        league={league}
        id={player}
        initialSeason={season}
        renderNews={(playerName) => (
          <section aria-labelledby="player-news">
            <h3 id="player-news">News</h3>
            <PlayerNews league={league} player={playerName} />
          </section>
        )}
      />
    </Dialog>
  )
}
