/** An XMLHttpRequest that reports 50% upload progress and then uses the test's `fetch`. */
export class FakeXhr extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #path = ''
  #isAborted = false

  open(method: string, path: string): void {
    this.#method = method
    this.#path = path
  }

  setRequestHeader(): void {
    // The fake server ignores headers.
  }

  send(body: FormData | null | undefined): void {
    const halfway = { lengthComputable: true, loaded: 1, total: 2 }
    if (body) this.upload.dispatchEvent(new ProgressEvent('progress', halfway))
    this.#sendToFetch(body ?? null).catch(() => this.#end('error'))
  }

  async #sendToFetch(body: FormData | null): Promise<void> {
    const response = await fetch(this.#path, { method: this.#method, body })
    if (this.#isAborted) return
    this.status = response.status
    this.responseText = await response.text()
    this.#end('load')
  }

  abort(): void {
    this.#isAborted = true
    this.#end('abort')
  }

  #end(event: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new ProgressEvent(event))
    this.dispatchEvent(new ProgressEvent('loadend'))
  }
}
