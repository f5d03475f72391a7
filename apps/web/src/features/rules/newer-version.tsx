import { mergeRules } from '@fieldhouse/domain/league/rules'
import { Suspense, useState } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import { type RulesDraft, toDraft, toDraftSection } from './rules-draft.ts'
import type { Rules } from './use-rules.ts'

const RuleDiff = lazyNamed(() => import('./rule-diff.tsx'), 'RuleDiff')

type Props = { draft: RulesDraft; rules: Rules; onChange: (draft: RulesDraft) => void }

/** Another admin has saved a version in the meantime. Both texts are there until the user decides. */
export function NewerVersion({ draft, rules, onChange }: Props) {
  const [isComparing, setComparing] = useState(false)
  const theirs = rules.sections.map(toDraftSection)
  const merged = mergeRules(draft.base, theirs, draft.sections)
  const newest = { version: rules.current?.version ?? 0, base: theirs }
  const mine = draft.sections.map((section, index) => ({ ...section, id: section.id ?? -1 - index }))
  return (
    <Notice tone="warn">
      <div className={ui.stack12}>
        <p>
          {rules.current?.saved_by ?? 'Somebody else'} saved version {newest.version} while you were editing.
          Your text is still here, and nothing of it is saved yet.
          {merged === null ? ' You have both changed the same section.' : ''}
        </p>
        <div className={ui.row}>
          {merged === null ? null : (
            <Button onClick={() => onChange({ ...draft, ...newest, sections: merged })}>
              Combine both edits
            </Button>
          )}
          <Button onClick={() => onChange({ ...draft, ...newest })}>Continue with mine</Button>
          <Button onClick={() => onChange(toDraft(rules))}>Take theirs</Button>
          <Button variant="quiet" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
            Compare
          </Button>
        </div>
        {isComparing ? (
          <Suspense fallback={<Skeleton label="Comparing" rows={3} height={48} />}>
            <RuleDiff before={rules.sections} after={mine} />
          </Suspense>
        ) : null}
      </div>
    </Notice>
  )
}
