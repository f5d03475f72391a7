import { Dialog } from '../../ui/dialog.tsx'
import { GamePanel } from './game-panel.tsx'
import type { HistoryOverlay } from './history-overlay.ts'
import { OwnerPanel } from './owner-panel.tsx'
import { RivalryPanel } from './rivalry-panel.tsx'
import { SeasonTable } from './season-table.tsx'
import type { History } from './use-history.ts'

type Props = { overlay: HistoryOverlay; history: History; onClose: () => void }

/** What a number or a name of the page opens. */
export function HistoryDialog({ overlay, history, onClose }: Props) {
  return (
    <Dialog title={overlayTitle(overlay)} onClose={onClose}>
      <OverlayContent overlay={overlay} history={history} />
    </Dialog>
  )
}

function OverlayContent({ overlay, history }: Omit<Props, 'onClose'>) {
  switch (overlay.kind) {
    case 'owner':
      return <OwnerPanel owner={overlay.owner} seasons={history.seasons} />
    case 'game':
      return <GamePanel season={overlay.season} game={overlay.game} />
    case 'season':
      return <SeasonTable season={history.seasons.find(({ season }) => season === overlay.season)} />
    case 'rivalry':
      return <RivalryPanel a={overlay.a} b={overlay.b} />
  }
}

function overlayTitle(opened: HistoryOverlay): string {
  switch (opened.kind) {
    case 'owner':
      return opened.owner
    case 'game':
      return `A game of ${opened.season}`
    case 'season':
      return `Season ${opened.season}`
    case 'rivalry':
      return 'Head-to-Head'
  }
}
