import { useQuery } from '@tanstack/react-query'
import { Link } from '../../router/link.tsx'
import { useTitle } from '../../router/router.ts'
import facts from '../../ui/display/facts.module.css'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatGameWeek } from './games/game-format.ts'
import { GameView } from './games/game-view.tsx'
import { RivalryPanel } from './head-to-head/owner-comparison.tsx'
import { useHistoryContext } from './history-context.ts'
import type { HistoryOverlay } from './history-overlay.ts'
import { OwnerView } from './owners/owner-view.tsx'
import { SeasonTable } from './trophies/season-table.tsx'
import { gameQuery, type History, ownerQuery } from './use-history.ts'

type Props = { overlay: HistoryOverlay; history: History; onClose: () => void }

/** Shows an owner, a game, a season or a rivalry over the History page. */
export function HistoryDialog({ overlay, history, onClose }: Props) {
  useTitle(titleOf(overlay))
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
          <p className={facts.facts}>
            {history.seasons.some(
              (season) =>
                season.season === overlay.season && season.is_finished && season.scoring_format === 'points',
            ) ? (
              <Link to={{ tab: 'history', view: 'cards', season: overlay.season }}>
                Season cards of {overlay.season}
              </Link>
            ) : null}
            <Link to={{ tab: 'history', view: 'draft', season: overlay.season }}>
              Draft board of {overlay.season}
            </Link>
            <Link to={{ tab: 'history', view: 'keepers', season: overlay.season }}>
              Keepers for {overlay.season + 1}
            </Link>
            <Link to={{ tab: 'scoreboard', view: 'bracket', season: overlay.season }}>
              Playoff bracket of {overlay.season}
            </Link>
          </p>
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

/** Names an overlay for the document title. */
function titleOf(overlay: HistoryOverlay): string {
  switch (overlay.kind) {
    case 'owner':
      return overlay.owner
    case 'game':
      return `${overlay.season} matchup`
    case 'season':
      return `Season ${overlay.season}`
    case 'rivalry':
      return `${overlay.a} vs ${overlay.b}`
  }
}

function OwnerPanel({ owner, seasons }: { owner: string; seasons: History['seasons'] }) {
  const { league } = useHistoryContext()
  const query = useQuery(ownerQuery(league, owner))
  return (
    <Loaded query={query} name="owner" rows={8} height={36}>
      {(history) => <OwnerView history={history} seasons={seasons} />}
    </Loaded>
  )
}

type GameDialogProps = { season: number; game: number; onClose: () => void }

function GameDialog({ season, game, onClose }: GameDialogProps) {
  const { league } = useHistoryContext()
  const query = useQuery(gameQuery(league, season, game))
  const title = query.data === undefined ? `${season} matchup` : formatGameWeek(query.data.game)
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={query} name="game" rows={6} height={36}>
        {(details) => <GameView details={details} />}
      </Loaded>
    </Dialog>
  )
}
