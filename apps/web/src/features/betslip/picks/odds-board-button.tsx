import { Suspense, useState } from 'react'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { BetPick, Bets } from '../use-bets.ts'

const OddsBoard = lazyNamed(() => import('./odds-board.tsx'), 'OddsBoard')

export type BoardBet = { text: string; selection: NonNullable<BetPick['selection']> }

type Props = { league: string; bets: Bets; onChoose: (bet: BoardBet) => void }

export function OddsBoardButton({ league, bets, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Choose from the odds</Button>
      {isOpen ? (
        <Dialog title={`Week ${bets.week} odds`} onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton label="Loading odds" rows={4} height={120} />}>
            <OddsBoard
              league={league}
              bets={bets}
              onChoose={(bet) => {
                onChoose(bet)
                setOpen(false)
              }}
            />
          </Suspense>
        </Dialog>
      ) : null}
    </>
  )
}
