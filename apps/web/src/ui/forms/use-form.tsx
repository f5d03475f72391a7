import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, type Ref, type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../api/api-error.ts'
import { Notice } from '../feedback/notice.tsx'
import { Grid, Row } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './button.module.css'
import { Button } from './button.tsx'
import { Form } from './form.tsx'

type Problems<Draft> = Partial<Record<keyof Draft & string, string | undefined>>

type FormOptions<Draft, Data, Variables> = {
  /** The fields at first, and after they were sent. Those that nobody has changed follow it. */
  initial: Draft
  mutation: UseMutationResult<Data, Error, Variables>
  /** What is sent; null if something is missing. */
  toRequest: (draft: Draft) => Variables | null
  /** Problems that the page itself finds, by field. They are shown from the first attempt to send on. */
  check?: (draft: Draft) => Problems<Draft>
  onSent?: (data: Data, request: Variables) => void
  /** Whether the fields are as at first again after they were sent. */
  clears?: boolean
}

/** A form whose fields are sent by a mutation: what has been entered, its problems, and how sending it went. */
export type FormState<Draft> = {
  draft: Draft
  change: (changes: Partial<Draft>) => void
  /** The value of a field, its problem and how it changes, for a component such as `TextField`. */
  field: <Name extends keyof Draft & string>(
    name: Name,
    /** Its name in the request, if it is another one. */
    sentName?: string,
  ) => { value: Draft[Name]; onChange: (value: Draft[Name]) => void; problem: string | undefined }
  isPending: boolean
  error: Error | null
  submit: (event: SubmitEvent) => void
}

export function useForm<Draft extends object, Data, Variables>({
  initial,
  mutation,
  toRequest,
  check = () => ({}),
  onSent,
  clears = true,
}: FormOptions<Draft, Data, Variables>): FormState<Draft> {
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const [isChecked, setChecked] = useState(false)
  const draft = { ...initial, ...changes }
  const problems: Problems<Draft> = isChecked ? check(draft) : {}
  const sentProblems = getFieldErrors(mutation.error)

  function reset() {
    setChanges({})
    setChecked(false)
  }

  return {
    draft,
    change: (changed) => setChanges((before) => ({ ...before, ...changed })),
    field: (name, sentName = name) => ({
      value: draft[name],
      onChange: (value) => setChanges((before) => ({ ...before, [name]: value })),
      problem: problems[name] ?? sentProblems[sentName],
    }),
    isPending: mutation.isPending,
    error: mutation.error,
    submit(event) {
      event.preventDefault()
      if (mutation.isPending) return
      setChecked(true)
      const isValid = Object.values(check(draft)).every((problem) => problem === undefined)
      const request = isValid ? toRequest(draft) : null
      if (request === null) return mutation.reset()
      mutation.mutate(request, {
        onSuccess: (data) => {
          if (clears) reset()
          onSent?.(data, request)
        },
      })
    },
  }
}

type ActionFormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action'> & {
  form: Pick<FormState<never>, 'isPending' | 'error' | 'submit'>
  /** The accessible name of the form. */
  label: string
  /** What the button says, and what it says while the form is sent. */
  action: string
  busy?: string
  /** What failed, for an error without a response from the server. */
  fallback?: string
  /** Whether the form can be sent. */
  isReady?: boolean
  /** The smallest width of a column of fields in pixels; without it, they are below each other. */
  columns?: number
  isStrong?: boolean
  button?: Ref<HTMLButtonElement>
  /** Above the button, such as what the server has answered. */
  outcome?: ReactNode
  /** Buttons beside it. */
  others?: ReactNode
}

/** A form with its button, and why it could not be sent. Problems of fields are shown at the fields. */
export function ActionForm({
  form: { isPending, error, submit },
  label,
  action,
  busy = 'Saving…',
  fallback = 'Something went wrong.',
  isReady = true,
  isStrong = true,
  button,
  outcome,
  columns,
  others,
  children,
  className = ui.stack16,
  ...rest
}: ActionFormProps) {
  const message = error === null ? null : getFormErrorMessage(error, fallback)
  return (
    <Form {...rest} className={className} onSubmit={submit} aria-label={label}>
      {columns === undefined ? children : <Grid min={columns}>{children}</Grid>}
      {message === null ? null : <Notice tone="bad">{message}</Notice>}
      {outcome}
      <Row wraps className={styles.submit}>
        <Button
          ref={button}
          type="submit"
          variant={isStrong ? 'strong' : 'plain'}
          disabled={!isReady}
          // Not disabled, so that it keeps the focus.
          aria-disabled={isPending || undefined}
        >
          {isPending ? busy : action}
        </Button>
        {others}
      </Row>
    </Form>
  )
}
