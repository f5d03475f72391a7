import { type Locator, page } from 'vitest/browser'

// The browser's own input passes through four processes, and costs more than the rest of a short test. Most tests click
// to get somewhere, so their clicks and texts are dispatched within the page. The keyboard, the pointer over text fields,
// and the journeys use real input. An element must meet Playwright's conditions: it is the only one, visible, enabled,
// and nothing covers it.

type Point = { x: number; y: number }

const prototype = Object.getPrototypeOf(page.elementLocator(document.body)) as Locator
const realInput = { click: prototype.click, fill: prototype.fill, clear: prototype.clear }

/** Tests may replace the timers. */
const { setTimeout: waitFor, requestAnimationFrame: requestFrame } = globalThis
const RETRY_MS = 20
/** Real input says what it waits for, so it gets the rest of the time. */
const MAX_TRIES = 50

const TEXT_FIELD =
  'textarea, input:not([type]), input:is([type=text], [type=search], [type=email], [type=password], [type=url], [type=tel])'
/** A click on them moves a caret or a thumb, or opens a picker. */
const NEEDS_REAL_CLICK =
  'textarea, select, option, video, audio, [contenteditable], input:not([type=checkbox], [type=radio], [type=submit])'

prototype.click = async function (this: Locator, options) {
  const isDone =
    options === undefined && (await whenReady(this, (element) => !element.matches(NEEDS_REAL_CLICK), clickAt))
  if (!isDone) await realInput.click.call(this, options)
}

prototype.fill = async function (this: Locator, text, options) {
  const isDone = await whenReady(this, isTextField, (field) => replaceText(field, text))
  if (!isDone) await realInput.fill.call(this, text, options)
}

prototype.clear = async function (this: Locator, options) {
  const isDone = await whenReady(this, isTextField, (field) => replaceText(field, ''))
  if (!isDone) await realInput.clear.call(this, options)
}

/** Returns false for an element that needs real input. */
async function whenReady(
  locator: Locator,
  isSupported: (element: Element) => boolean,
  act: (target: HTMLElement, point: Point) => Promise<void>,
): Promise<boolean> {
  for (let count = 0; count < MAX_TRIES; count += 1) {
    const [element, ...others] = locator.elements()
    if (others.length > 0 || (element !== undefined && !isSupported(element))) return false
    const hit = element === undefined ? undefined : findHit(element)
    if (hit !== undefined) {
      focusFrame()
      await act(hit.target, hit.point)
      await settle()
      return true
    }
    await new Promise((resolve) => waitFor(resolve, RETRY_MS))
  }
  return false
}

/** The tests run in a frame, which gets the input of the keyboard once it was clicked. */
function focusFrame(): void {
  if (parent.document.activeElement !== frameElement) (frameElement as HTMLElement).focus()
}

/** Like real input, an action ends when what it has changed is rendered, and what the fake server responds at once. */
async function settle(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestFrame)
  await nextTask()
}

/** React renders between the events of real input. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => waitFor(resolve, 0))
}

/** What a pointer in the middle of an element reaches; undefined while that is something else. */
function findHit(element: Element): { target: HTMLElement; point: Point } | undefined {
  if (!element.checkVisibility({ visibilityProperty: true }) || isDisabled(element)) return undefined
  scrollIntoView(element)
  const point = middleOf(element)
  const target = document.elementFromPoint(point.x, point.y)
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return undefined
  const isReached = element.contains(target) || target.closest('label')?.control === element
  return isReached ? { target: target as HTMLElement, point } : undefined
}

function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null
}

function scrollIntoView(element: Element): void {
  const { x, y } = middleOf(element)
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || !isInScrollers(element, { x, y }))
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
}

/** Whether no scrolling ancestor cuts off the point. */
function isInScrollers(element: Element, { x, y }: Point): boolean {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = parent
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) continue
    const box = parent.getBoundingClientRect()
    const isClipping = getComputedStyle(parent).overflow !== 'visible' && parent !== document.documentElement
    if (isClipping && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return false
  }
  return true
}

/** A link may be broken across lines, so that the middle of its box is beside it. */
function middleOf(element: Element): Point {
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
  const { left, top, width, height } = box ?? element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

async function clickAt(target: HTMLElement, { x, y }: Point): Promise<void> {
  const init = { bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y }
  const pointer = { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true }
  const pressed = { buttons: 1, detail: 1 }
  target.dispatchEvent(new PointerEvent('pointerover', pointer))
  target.dispatchEvent(new MouseEvent('mouseover', init))
  target.dispatchEvent(new PointerEvent('pointermove', pointer))
  target.dispatchEvent(new MouseEvent('mousemove', init))
  target.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, ...pressed }))
  if (target.dispatchEvent(new MouseEvent('mousedown', { ...init, ...pressed }))) moveFocus(target)
  await nextTask()
  target.dispatchEvent(new PointerEvent('pointerup', { ...pointer, detail: 1 }))
  target.dispatchEvent(new MouseEvent('mouseup', { ...init, detail: 1 }))
  target.dispatchEvent(new PointerEvent('click', { ...pointer, detail: 1 }))
}

/** The focus moves to the nearest element that can have it, otherwise to the page. */
function moveFocus(target: Element): void {
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) continue
    element.focus({ preventScroll: true })
    if (document.activeElement === element && element !== document.body) return
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element.matches(TEXT_FIELD) && !element.matches(':read-only')
}

/** Enters a text as the browser does, with its events and limits. */
async function replaceText(field: HTMLElement, text: string): Promise<void> {
  field.focus({ preventScroll: true })
  await nextTask()
  ;(field as HTMLInputElement).select()
  if (text === '') document.execCommand('delete')
  else document.execCommand('insertText', false, text)
}
