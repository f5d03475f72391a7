import type { ComponentProps, SubmitEvent } from 'react'
import styles from '../layout/layout.module.css'
import type { Gap } from '../layout/layout.tsx'

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
      className={className ?? (isRow ? styles.row : styles.stack)}
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
