import { compareRules, type RuleChange } from '@fieldhouse/domain/league/rules'
import { type Change, diffWordsWithSpace } from 'diff'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './rules.module.css'
import type { Section } from './rules-view.tsx'

type Compared = Pick<Section, 'id' | 'heading' | 'body'>

const LABELS = { added: 'Added', removed: 'Removed', changed: 'Changed', same: 'Moved' } as const

export function RuleDiff({ before, after }: { before: readonly Compared[]; after: readonly Compared[] }) {
  const changes = compareRules(before, after).filter(({ kind, hasMoved }) => kind !== 'same' || hasMoved)
  if (changes.length === 0) return <p className={ui.note}>No text has changed.</p>
  return (
    <Stack as="ul" aria-label="Differences">
      {changes.map((change) => (
        <Stack as="li" key={change.id} gap={2} className={styles.changed}>
          <ChangedSection change={change} />
        </Stack>
      ))}
    </Stack>
  )
}

function ChangedSection({ change: { kind, hasMoved, before, after } }: { change: RuleChange }) {
  const label = kind === 'changed' && hasMoved ? 'Changed and moved' : LABELS[kind]
  return (
    <>
      <h4 className={ui.breakable}>
        <span className={ui.chip}>{label}</span>{' '}
        <Words parts={diffTexts(before?.heading ?? '', after?.heading ?? '')} />
      </h4>
      {kind === 'same' ? null : (
        <p className={ui.prose}>
          <Words parts={diffTexts(before?.body ?? '', after?.body ?? '')} />
        </p>
      )}
    </>
  )
}

/** Very different long texts are compared as a whole. */
function diffTexts(before: string, after: string): Change[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 2000 })
  if (parts !== undefined) return parts
  return [
    { value: before, added: false, removed: true, count: 1 },
    { value: after, added: true, removed: false, count: 1 },
  ]
}

function Words({ parts }: { parts: readonly Change[] }) {
  return parts.map(({ value, added, removed }, index) => {
    // The parts are always drawn together, so their places identify them.
    const key = `${index} ${value}`
    if (added) return <ins key={key}>{value}</ins>
    return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
  })
}
