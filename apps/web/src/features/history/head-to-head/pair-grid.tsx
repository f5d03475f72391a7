import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { formatWinPercentage } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { useHistoryContext } from '../history-context.ts'
import { Section } from '../section.tsx'
import { type OwnerPairs, pairsQuery } from '../use-history.ts'
import styles from './pair-grid.module.css'
import { PAIR_GRID_TITLE, type PairRecord, recordsByOwner } from './pair-records.ts'

/** The head-to-head records of all pairs of owners. */
export function PairGrid() {
  const { league } = useHistoryContext()
  const query = useQuery(pairsQuery(league))
  return (
    <Section
      title={PAIR_GRID_TITLE}
      level={3}
      note="Wins and losses of the owner on the left, playoffs included."
    >
      <Loaded query={query} name="head-to-head records" rows={8} height={44}>
        {(pairs) => <Grid pairs={pairs} />}
      </Loaded>
    </Section>
  )
}

type At = { row: number; column: number }

/** A table of buttons that is one stop of the Tab key. The arrow keys move between the pairs. */
function Grid({ pairs }: { pairs: OwnerPairs }) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  const records = recordsByOwner(pairs)
  const owners = pairs.owners.filter((owner) => records.has(owner))
  const [shown, setShown] = useState<{ owner: string; opponent: string } | null>(null)
  const [active, setActive] = useState<At>({ row: 0, column: 1 })
  if (owners.length === 0) return <EmptyState>No head-to-head games yet.</EmptyState>
  return (
    <>
      <div className={`${ui.frame} ${styles.scroll}`}>
        <table className={styles.grid}>
          <caption className={ui.hidden}>
            Head-to-head records. The arrow keys move between the pairs, Enter opens one.
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={ui.hidden}>Owner</span>
              </th>
              {owners.map((owner) => (
                <th key={owner} scope="col" title={owner}>
                  <Avatar name={owner} src={getPictureUrl(owner)} color={getColor(owner)} />
                  <span className={ui.hidden}>{owner}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {owners.map((owner, row) => (
              <tr key={owner}>
                <th scope="row">
                  <span className={styles.owner}>
                    <Avatar name={owner} src={getPictureUrl(owner)} color={getColor(owner)} />
                    <span className={styles.name}>{owner}</span>
                  </span>
                </th>
                {owners.map((opponent, column) => (
                  <td key={opponent}>
                    {owner === opponent ? null : (
                      <PairButton
                        label={`${owner} against ${opponent}`}
                        record={records.get(owner)?.get(opponent)}
                        at={{ row, column }}
                        isActive={active.row === row && active.column === column}
                        onShow={() => {
                          setActive({ row, column })
                          setShown({ owner, opponent })
                        }}
                        onOpen={() => openOverlay({ kind: 'rivalry', a: owner, b: opponent })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={`${ui.note} ${styles.details}`}>
        {shown === null
          ? 'Green: more wins. Red: more losses. Choose a pair to see every game.'
          : describePair(shown.owner, shown.opponent, records.get(shown.owner)?.get(shown.opponent))}
      </p>
    </>
  )
}

type PairButtonProps = {
  label: string
  /** undefined for owners who have never met. */
  record: PairRecord | undefined
  at: At
  isActive: boolean
  onShow: () => void
  onOpen: () => void
}

function PairButton({ label, record, at, isActive, onShow, onOpen }: PairButtonProps) {
  const share = record?.winShare ?? null
  const lean = share === null || share === 0.5 ? undefined : share > 0.5 ? 'good' : 'bad'
  return (
    <button
      type="button"
      className={styles.cell}
      data-row={at.row}
      data-column={at.column}
      data-lean={lean}
      style={share === null ? undefined : ({ '--lean': Math.abs(share - 0.5) * 2 } as CSSProperties)}
      tabIndex={isActive ? 0 : -1}
      aria-label={`${label}: ${record === undefined ? 'no games' : formatRecord(record)}`}
      onPointerEnter={onShow}
      onFocus={onShow}
      onKeyDown={moveFocus}
      onClick={onOpen}
    >
      {record === undefined ? '·' : formatRecord(record)}
    </button>
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

function describePair(owner: string, opponent: string, record: PairRecord | undefined): string {
  if (record === undefined) return `${owner} and ${opponent} have never met.`
  const playoffs = record.playoffGames === 0 ? '' : `, ${record.playoffGames} in the playoffs`
  return `${owner} against ${opponent}: ${formatRecord(record)} (${formatWinPercentage(record.winShare)}) in ${formatCount(record.games, 'game')}${playoffs}, last in ${record.lastSeason}.`
}
