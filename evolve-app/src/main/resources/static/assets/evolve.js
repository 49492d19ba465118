// Keeps a page up to date: server-sent events say that something happened, the page fetches its
// live part again. Nothing is drawn from the events themselves but short-lived progress.
'use strict';

(function () {
  const area = document.getElementById('live-area');
  const light = document.getElementById('live');
  let pending = null;

  function typing() {
    const active = document.activeElement;
    return active && active.tagName === 'INPUT' && area && area.contains(active) && active.value;
  }

  async function refresh() {
    pending = null;
    if (!area || typing()) {
      return;
    }
    const open = [...area.querySelectorAll('details')].map((element) => element.open);
    const response = await fetch(area.dataset.live + window.location.search);
    if (!response.ok) {
      return;
    }
    area.innerHTML = await response.text();
    area.querySelectorAll('details').forEach((element, index) => {
      if (index < open.length && open[index]) {
        element.open = true;
      }
    });
    document.dispatchEvent(new CustomEvent('evolve:refreshed'));
  }

  function soon() {
    if (!pending) {
      pending = window.setTimeout(refresh, 250);
    }
  }

  function show(state, text) {
    if (light) {
      light.className = 'live ' + state;
      light.textContent = text;
    }
  }

  document.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (button && button.dataset.confirm && !window.confirm(button.dataset.confirm)) {
      event.preventDefault();
    }
  });

  if (!light) {
    return;
  }
  const source = new EventSource('/api/v1/events/stream');
  source.addEventListener('open', () => { show('on', 'live'); soon(); });
  source.addEventListener('error', () => show('off', 'disconnected, trying again'));
  source.addEventListener('event', soon);
  source.addEventListener('progress', (message) => {
    const news = JSON.parse(message.data);
    const total = news.total > 0 ? ' (' + news.done + ' of ' + news.total + ')' : '';
    document.querySelectorAll('[data-progress]').forEach((element) => {
      if (element.dataset.progress === news.campaignId) {
        element.textContent = news.activity + ': ' + news.text + total;
      }
    });
  });
}());
