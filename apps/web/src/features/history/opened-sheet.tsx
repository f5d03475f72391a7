import { Sheet } from '../../ui/sheet.tsx'
import { GameSheet } from './game-sheet.tsx'
import type { Opened } from './opened.ts'
import { OwnerSheet } from './owner-sheet.tsx'
import { RivalryPanel } from './rivalry-panel.tsx'
import { SeasonTable } from './season-table.tsx'
import type { History } from './use-history.ts'

type Props = { opened: Opened; history: History; onClose: () => void }

/** What a number or a name of the page opens. */
export function OpenedSheet({ opened, history, onClose }: Props) {
  return (
    <Sheet title={titleOf(opened)} onClose={onClose}>
      <Content opened={opened} history={history} />
    </Sheet>
  )
}

function Content({ opened, history }: Omit<Props, 'onClose'>) {
  switch (opened.kind) {
    case 'owner':
      return <OwnerSheet owner={opened.owner} seasons={history.seasons} />
    case 'game':
      return <GameSheet season={opened.season} game={opened.game} />
    case 'season':
      return <SeasonTable season={history.seasons.find(({ season }) => season === opened.season)} />
    case 'rivalry':
      return <RivalryPanel a={opened.a} b={opened.b} />
  }
}

function titleOf(opened: Opened): string {
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
