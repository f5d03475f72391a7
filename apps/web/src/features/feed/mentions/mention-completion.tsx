import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { lazyPart } from '../../../ui/lazy-named.ts'
import { MAX_TEXT_LENGTH, withText } from '../draft.ts'
import styles from '../feed.module.css'
import type { Viewer } from '../use-feed.ts'

// Loaded with the first @: most texts mention nobody.
const SuggestionList = lazyPart(() => import('./suggestion-list.tsx'), 'SuggestionList')

export type CompletionProps = Viewer & {
  value: MentionedText
  onChange: (value: MentionedText) => void
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>
}

/** Suggests members and teams while an `@` and a name are written in a field. */
export function MentionCompletion(props: CompletionProps) {
  if (!props.value.text.includes('@')) return null
  return <SuggestionList {...props} />
}

type FieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'> &
  Omit<CompletionProps, 'field'> & {
    ref: RefObject<HTMLTextAreaElement | null>
    /** For assistive technology only. */
    label: string
    problem?: string | undefined
    hint?: ReactNode
    isLong?: boolean
  }

/** The field of a post or a comment. */
export function MentionField({ label, problem, hint, isLong = false, ...rest }: FieldProps) {
  const { league, user, value, onChange, ref, ...attributes } = rest
  return (
    <>
      <Field label={label} isLabelHidden problem={problem} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            {...attributes}
            ref={ref}
            className={isLong ? `${control.className} ${styles.longField}` : control.className}
            maxLength={MAX_TEXT_LENGTH}
            value={value.text}
            onChange={(event) => onChange(withText(value, event.target.value))}
          />
        )}
      </Field>
      <MentionCompletion league={league} user={user} value={value} onChange={onChange} field={ref} />
    </>
  )
}
