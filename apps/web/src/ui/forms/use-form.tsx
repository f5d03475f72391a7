import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, type Ref, type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage, getNewerValues } from '../../api/api-client.ts'
import { type DescribeEdit, EditConflict, Notice } from '../feedback/feedback.tsx'
import layoutStyles from '../layout/layout.module.css'
import { type Gap, Grid, Row } from '../layout/layout.tsx'
import { Button } from './button.tsx'
import styles from './forms.module.css'

type Problems<Draft> = Partial<Record<keyof Draft & string, string | undefined>>

type Changes<Draft> = {
  /** The fields that differ from what they were at first. */
  changed: Partial<Draft>
  /** What the fields that were changed at some time were before. */
  read: Partial<Draft>
}

type FormOptions<Draft, Data, Variables> = {
  /** The fields at first, and after they were sent. Those that nobody has changed follow it. */
  initial: Draft
  mutation: UseMutationResult<Data, Error, Variables>
  /** What is sent; null if something is missing. */
  toRequest: (draft: Draft, changes: Changes<Draft>) => Variables | null
  /** Problems that the page itself finds, by field. They are shown from the first attempt to send on. */
  check?: (draft: Draft) => Problems<Draft>
  onSent?: (data: Data, request: Variables) => void
  /** Which fields are as at first again after they were sent: all by default. */
  clears?: boolean | readonly (keyof Draft)[]
  /** Whether the form edits what is saved, so that there is nothing to send before something was changed. */
  isEdit?: boolean
  /** The changed fields and their setter, if they outlive the form. */
  store?: readonly [Partial<Draft>, (changes: Partial<Draft>) => void]
}

type NamesOf<Draft, Value> = {
  [Name in keyof Draft & string]: Draft[Name] extends Value ? Name : never
}[keyof Draft & string]

export type FormState<Draft, Variables = unknown> = {
  draft: Draft
  change: (changes: Partial<Draft>) => void
  /** The value of a field, its problem and how it changes, for a component such as `TextField`. */
  field: <Name extends keyof Draft & string>(
    name: Name,
    /** Its name in the request, if it is another one. */
    sentName?: string,
  ) => {
    name: string
    value: Draft[Name]
    onChange: (value: Draft[Name]) => void
    problem: string | undefined
  }
  checkbox: (name: NamesOf<Draft, boolean>) => { checked: boolean; onChange: (value: boolean) => void }
  isChanged: boolean
  /** Whether there is something to send, or a problem to show. */
  isReady: boolean
  isPending: boolean
  /** Whether it was sent and nothing was entered since. */
  isSaved: boolean
  error: Error | null
  submit: (event: SubmitEvent) => void
  /** Sends what is entered with some changes, such as a confirmation. */
  send: (changes: Partial<Variables>) => void
  reset: () => void
  /** After an edit conflict: drops the fields that somebody else has changed. */
  keepTheirs: () => void
  /** After an edit conflict: sends what is entered, expecting what others have saved. */
  saveMine: (newer: object) => void
}

export function useForm<Draft extends object, Data, Variables>({
  initial,
  mutation,
  toRequest,
  check = () => ({}),
  onSent,
  clears = true,
  isEdit = false,
  store,
}: FormOptions<Draft, Data, Variables>): FormState<Draft, Variables> {
  const own = useState<Partial<Draft>>({})
  const [changes, setChanges] = store ?? own
  const [read, setRead] = useState<Partial<Draft>>({})
  const [isChecked, setChecked] = useState(false)
  const [isUnsent, setUnsent] = useState(false)
  const draft = { ...initial, ...changes }
  const found = check(draft)
  const isValid = Object.values(found).every((problem) => problem === undefined)
  const sentProblems = getFieldErrors(mutation.error)
  const changedNames = namesOf(draft).filter((name) => !isSame(draft[name], initial[name]))
  const request = toRequest(draft, { changed: pick(draft, changedNames), read })
  const isChanged = changedNames.length > 0
  const isReady = (isChanged || !isEdit) && (request !== null || !isValid)

  function change(changed: Partial<Draft>) {
    setChanges({ ...changes, ...changed })
    setRead({ ...pick(initial, namesOf(changed)), ...read })
    setUnsent(true)
  }

  function clear(names: readonly (keyof Draft)[]) {
    const remaining = (values: Partial<Draft>) =>
      pick(
        values,
        namesOf(values).filter((name) => !names.includes(name)),
      )
    setChanges(remaining(changes))
    setRead(remaining(read))
    setUnsent(false)
  }

  function send(sent: Variables) {
    mutation.mutate(sent, {
      onSuccess: (data) => {
        clear(clears === true ? namesOf(draft) : clears === false ? [] : clears)
        setChecked(false)
        onSent?.(data, sent)
      },
    })
  }

  function sendWith(changed: Partial<Variables>) {
    if (!mutation.isPending) send({ ...request, ...changed } as Variables)
  }

  return {
    draft,
    change,
    field: (name, sentName = name) => ({
      name: sentName,
      value: draft[name],
      onChange: (value) => change({ [name]: value } as unknown as Partial<Draft>),
      problem: (isChecked ? found[name] : undefined) ?? sentProblems[sentName],
    }),
    checkbox: (name) => ({
      checked: Boolean(draft[name]),
      onChange: (value) => change({ [name]: value } as unknown as Partial<Draft>),
    }),
    isChanged,
    isReady,
    isPending: mutation.isPending,
    isSaved: mutation.isSuccess && !isUnsent,
    error: mutation.error,
    submit(event) {
      event.preventDefault()
      if (mutation.isPending || !isReady) return
      setChecked(true)
      if (isValid && request !== null) send(request)
      else mutation.reset()
    },
    send: sendWith,
    reset() {
      clear(namesOf(draft))
      setChecked(false)
      if (!mutation.isIdle) mutation.reset()
    },
    keepTheirs() {
      clear(Object.keys(getNewerValues(mutation.error) ?? {}) as (keyof Draft)[])
      mutation.reset()
    },
    saveMine(newer) {
      const { expected } = (request ?? {}) as { expected?: object }
      sendWith({ expected: { ...expected, ...newer } } as unknown as Partial<Variables>)
    },
  }
}

function namesOf<Values extends object>(values: Values) {
  return Object.keys(values) as (keyof Values & string)[]
}

function pick<Values extends object>(values: Values, names: readonly (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(
    names.flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  ) as Partial<Values>
}

function isSame(first: unknown, second: unknown): boolean {
  return first === second || (Array.isArray(first) && JSON.stringify(first) === JSON.stringify(second))
}

type ActionFormProps = Omit<ComponentProps<typeof Form>, 'onSubmit' | 'action' | 'form'> & {
  form: Pick<
    FormState<never>,
    'error' | 'isPending' | 'isReady' | 'isSaved' | 'keepTheirs' | 'saveMine' | 'submit'
  >
  label: string
  /** What the button says, and what it says while the form is sent. */
  action: ReactNode
  busy?: ReactNode
  /** What failed, for an error without a response from the server; or a function that describes every error. */
  fallback?: string | ((error: Error) => ReactNode)
  /** Whether the form can be sent, if it is not only the fields that decide. */
  isReady?: boolean
  /** The smallest width of a column of fields in pixels; without it, they are below each other. */
  columns?: number
  isStrong?: boolean
  button?: Ref<HTMLButtonElement>
  /** Said after the form was sent, until something is entered. */
  saved?: ReactNode
  /** For a form that others can save as well: what somebody has done to a field of the request. */
  edits?: Readonly<Record<string, DescribeEdit>>
  outcome?: ReactNode
  others?: ReactNode
}

export function ActionForm({
  form,
  label,
  action,
  busy = 'Saving…',
  fallback = 'Something went wrong.',
  isReady = true,
  isStrong = true,
  button,
  saved = null,
  edits,
  outcome,
  columns,
  others,
  children,
  ...rest
}: ActionFormProps) {
  const { error, isPending } = form
  const isConflict = edits !== undefined && getNewerValues(error) !== null
  const tell = (problem: Error) =>
    typeof fallback === 'string' ? getFormErrorMessage(problem, fallback) : fallback(problem)
  const message = error === null || isConflict ? null : tell(error)
  return (
    <Form
      {...rest}
      onSubmit={(event) => (isReady ? form.submit(event) : event.preventDefault())}
      aria-label={label}
    >
      {columns === undefined ? children : <Grid min={columns}>{children}</Grid>}
      {edits === undefined ? null : (
        <EditConflict
          error={error}
          edits={edits}
          isSaving={isPending}
          onKeepTheirs={form.keepTheirs}
          onSaveMine={form.saveMine}
        />
      )}
      {message === null ? null : <Notice tone="bad">{message}</Notice>}
      {saved !== null && form.isSaved ? <Notice tone="good">{saved}</Notice> : null}
      {outcome}
      <Row wraps className={styles.submit}>
        <Button
          ref={button}
          type="submit"
          variant={isStrong ? 'strong' : 'plain'}
          // Not disabled, so that it keeps the focus.
          aria-disabled={!isReady || !form.isReady || isPending || undefined}
        >
          {isPending ? busy : action}
        </Button>
        {others}
      </Row>
    </Form>
  )
}

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (event: SubmitEvent) => void
  gap?: Gap
  isRow?: boolean
}

/** Moves the focus to its first field with a problem, whether the page or the server found the problem. */
export function Form({ onSubmit, gap, isRow = false, className, ...rest }: Props) {
  return (
    <form
      {...rest}
      data-gap={gap}
      data-wrap={isRow || undefined}
      className={className ?? (isRow ? layoutStyles.row : layoutStyles.stack)}
      onSubmit={(event) => {
        onSubmit(event)
        focusFirstProblem(event.currentTarget)
      }}
    />
  )
}

/** Waits for the response of the server until somebody changes a field. Unfolds what the field is in. */
function focusFirstProblem(form: HTMLFormElement): void {
  const focus = () => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
  }
  const observer = new MutationObserver(focus)
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
  const stop = () => observer.disconnect()
  for (const type of ['input', 'submit']) form.addEventListener(type, stop, { once: true })
  // Problems that were there before. Those of an earlier response have gone by then.
  setTimeout(focus)
}
