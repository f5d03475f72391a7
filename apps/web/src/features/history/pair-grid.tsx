import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Avatar } from '../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { HeatCell } from '../../ui/display/heat-cell.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { formatCount, formatWinPercentage } from '../../ui/format/format.ts'
import ui from '../../ui/ui.module.css'
import { useHistoryContext } from './history-context.ts'
import { type PairRecord, recordsByOwner } from './rivalry.ts'
import { Unbroken } from './section.tsx'
import { type OwnerPairs, pairsQuery } from './use-history.ts'

export function PairGrid() {
  const { league } = useHistoryContext()
  const query = useQuery(pairsQuery(league))
  return (
    <Loaded query={query} name="head-to-head records" rows={8} height={44}>
      {(pairs) => <Grid pairs={pairs} />}
    </Loaded>
  )
}

/** A table of buttons that is one stop of the Tab key. The arrow keys move between the pairs. */
function Grid({ pairs }: { pairs: OwnerPairs }) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  const records = recordsByOwner(pairs)
  const owners = pairs.owners.filter((owner) => records.has(owner))
  const [shown, setShown] = useState<Pair | null>(null)
  if (owners.length === 0) return <EmptyState>No head-to-head games yet.</EmptyState>
  const teamOf = (owner: string) => ({ name: owner, logo: getPictureUrl(owner), color: getColor(owner) })
  // The pair that the Tab key goes to.
  const active = shown ?? { owner: owners[0], opponent: owners[1] }
  return (
    <>
      <DataTable
        caption="Head-to-head records. The arrow keys move between the pairs, Enter opens one."
        columns={[
          {
            label: 'Owner',
            kind: 'head',
            cell: (owner) => <TeamCell team={teamOf(owner)} size="xs" wraps />,
          },
          ...owners.map((opponent, column): Column<string> => {
            const { name, logo, color } = teamOf(opponent)
            return {
              label: opponent,
              header: <Avatar name={name} src={logo} color={color} size="xs" />,
              kind: 'center',
              cell: (owner) => {
                const record = records.get(owner)?.get(opponent)
                if (owner === opponent) return ''
                return (
                  <HeatCell
                    value={record?.winShare == null ? 0 : record.winShare * 2 - 1}
                    aria-label={`${owner} against ${opponent}: ${record === undefined ? 'no games' : formatRecord(record)}`}
                    data-row={owners.indexOf(owner)}
                    data-column={column}
                    tabIndex={owner === active.owner && opponent === active.opponent ? 0 : -1}
                    onPointerEnter={() => setShown({ owner, opponent })}
                    onFocus={() => setShown({ owner, opponent })}
                    onKeyDown={moveFocus}
                    onClick={() => openOverlay({ kind: 'rivalry', a: owner, b: opponent })}
                  >
                    {record === undefined ? '·' : formatRecord(record)}
                  </HeatCell>
                )
              },
            }
          }),
        ]}
        rows={owners}
        keyOf={(owner) => owner}
        isShort
      />
      <p className={ui.note} style={{ minHeight: '1.5em' }}>
        {shown === null ? (
          'Green: more wins. Red: more losses. Choose a pair to see every game.'
        ) : (
          <Unbroken>{describePair(shown, records.get(shown.owner)?.get(shown.opponent))}</Unbroken>
        )}
      </p>
    </>
  )
}

/** Moves the focus with the arrow keys; across the diagonal, where an owner would meet themselves. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key]
  if (step === undefined) return
  const button = event.currentTarget
  const [rows = 0, columns = 0] = step
  const find = (distance: number) =>
    button
      .closest('table')
      ?.querySelector<HTMLElement>(
        `[data-row="${Number(button.dataset['row']) + rows * distance}"][data-column="${Number(button.dataset['column']) + columns * distance}"]`,
      )
  event.preventDefault()
  const next = find(1) ?? find(2)
  next?.focus()
}

type Pair = { owner: string; opponent: string }

function describePair({ owner, opponent }: Pair, record: PairRecord | undefined): string {
  if (record === undefined) return `${owner} and ${opponent} have never met.`
  const playoffs = record.playoffGames === 0 ? '' : `, ${record.playoffGames} in the playoffs`
  return `${owner} against ${opponent}: ${formatRecord(record)} (${formatWinPercentage(record.winShare)}) in ${formatCount(record.games, 'game')}${playoffs}, last in ${record.lastSeason}.`
}
