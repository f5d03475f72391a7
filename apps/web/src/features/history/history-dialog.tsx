import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog.tsx'
import { formatGameWeek } from './game-format.ts'
import { GamePanel } from './game-panel.tsx'
import { useHistoryContext } from './history-context.ts'
import type { HistoryOverlay } from './history-overlay.ts'
import { OwnerPanel } from './owner-panel.tsx'
import { RivalryPanel } from './rivalry-panel.tsx'
import { SeasonTable } from './season-table.tsx'
import { gameQuery, type History } from './use-history.ts'

type Props = { overlay: HistoryOverlay; history: History; onClose: () => void }

/** Shows an owner, a game, a season or a rivalry over the History page. */
export function HistoryDialog({ overlay, history, onClose }: Props) {
  switch (overlay.kind) {
    case 'owner':
      return (
        <Dialog title={overlay.owner} onClose={onClose}>
          <OwnerPanel owner={overlay.owner} seasons={history.seasons} />
        </Dialog>
      )
    case 'game':
      return <GameDialog season={overlay.season} game={overlay.game} onClose={onClose} />
    case 'season':
      return (
        <Dialog title={`Season ${overlay.season}`} onClose={onClose}>
          <SeasonTable season={history.seasons.find(({ season }) => season === overlay.season)} />
        </Dialog>
      )
    case 'rivalry':
      return (
        <Dialog title="Head-to-Head" onClose={onClose}>
          <RivalryPanel a={overlay.a} b={overlay.b} />
        </Dialog>
      )
  }
}

type GameDialogProps = { season: number; game: number; onClose: () => void }

function GameDialog({ season, game, onClose }: GameDialogProps) {
  const { league } = useHistoryContext()
  // GamePanel loads the game. This query only reads the result, for the title.
  const { data } = useQuery({ ...gameQuery(league, season, game), enabled: false })
  return (
    <Dialog title={data === undefined ? `${season} matchup` : formatGameWeek(data.game)} onClose={onClose}>
      <GamePanel season={season} game={game} />
    </Dialog>
  )
}
