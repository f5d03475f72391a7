import type { RecapCard as Recap } from '@fieldhouse/contract/recap'
import type { ReactNode } from 'react'
import { Fill, Row, Text } from '../layout/layout.tsx'
import styles from './recap-card.module.css'

type Props = {
  recap: Recap
  date?: string
  children?: ReactNode
}

export function RecapSummary({ recap, date, children }: Props) {
  const facts = factsOf(recap.games)
  return (
    <>
      <Row as="header" className={styles.band}>
        <Fill>
          <Text as="p" size="s" weight={600}>
            {recap.title}
            {date === undefined ? '' : ` · ${date}`}
          </Text>
          <Text as="p" size="l" weight={700} isTitle lines={2}>
            {headlineOf(recap)}
          </Text>
        </Fill>
        {children}
      </Row>
      {facts.length === 0 ? null : (
        <dl className={styles.facts}>
          {facts.map(({ label, value, team }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Text isNumeric size="l" weight={700}>
                  {value}
                </Text>
                <Text as="div" size="s" lines={1}>
                  {team}
                </Text>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

export function headlineOf({ headline, title }: Pick<Recap, 'headline' | 'title'>): string {
  return headline === title ? 'The week in football' : headline
}

type Fact = { label: string; value: string; team: string }

function factsOf(games: Recap['games']): Fact[] {
  const scores = games
    .flatMap(({ winner, loser, score, against }) => [
      { value: score, team: winner.name },
      { value: against, team: loser.name },
    ])
    .toSorted((a, b) => toNumber(b.value) - toNumber(a.value))
  const [high, low] = [scores[0], scores.at(-1)]
  const [closest] = games.toSorted((a, b) => toNumber(a.margin) - toNumber(b.margin))
  if (high === undefined || low === undefined || closest === undefined) return []
  return [
    { label: 'High', ...high },
    { label: 'Low', ...low },
    { label: 'Closest', value: closest.tie ? 'Tie' : closest.margin, team: closest.winner.name },
  ]
}

/** Figures of recaps are text, such as '1,012.4'. */
function toNumber(figure: string): number {
  return Number(figure.replaceAll(',', ''))
}
