// Draws every sample of baseline and candidate, relative to the baseline's median of its scenario.
'use strict';

(function () {
  const colours = { baseline: '#5b7fb0', candidate: '#2f9e6b' };

  function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length / 2;
    return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(middle)]) / 2;
  }

  function draw() {
    const target = document.getElementById('samples-chart');
    if (!target || !window.echarts) {
      return;
    }
    const samples = JSON.parse(target.dataset.samples).filter((s) => Number.isFinite(s.value));
    const scenarios = [...new Set(samples.map((s) => s.scenario))];
    const base = {};
    scenarios.forEach((scenario) => {
      base[scenario] = median(
        samples.filter((s) => s.scenario === scenario && s.arm === 'baseline').map((s) => s.value));
    });
    const text = getComputedStyle(document.body).color;
    const line = getComputedStyle(document.body).getPropertyValue('--line');
    const series = ['baseline', 'candidate'].map((arm) => ({
      name: arm,
      type: 'scatter',
      symbolSize: 8,
      itemStyle: { color: colours[arm], opacity: 0.75 },
      data: samples.filter((s) => s.arm === arm).map((s) => ({
        value: [
          scenarios.indexOf(s.scenario) + (arm === 'baseline' ? -0.18 : 0.18)
            + ((s.round * 37) % 11 - 5) * 0.018,
          100 * s.value / base[s.scenario],
        ],
        sample: s,
      })),
    }));
    const before = window.echarts.getInstanceByDom(target);
    if (before) {
      before.dispose();
    }
    const chart = window.echarts.init(target, null, { renderer: 'canvas' });
    chart.setOption({
      animation: false,
      textStyle: { color: text },
      legend: { top: 8, textStyle: { color: text } },
      grid: { left: 64, right: 24, top: 48, bottom: 40 },
      tooltip: {
        formatter: (p) => p.seriesName + ', ' + p.data.sample.scenario + '<br>'
          + p.data.sample.value + ' ' + p.data.sample.unit + '<br>round ' + p.data.sample.round
          + ', seed ' + p.data.sample.seed,
      },
      xAxis: {
        type: 'value', min: -0.5, max: scenarios.length - 0.5, interval: 1,
        axisLabel: { color: text, formatter: (v) => scenarios[Math.round(v + 0.5) - 0] || '', show: false },
        splitLine: { show: false }, axisTick: { show: false },
      },
      yAxis: {
        type: 'value', min: 0,
        name: '% of the baseline\'s median (' + (samples[0] ? samples[0].metric : '') + ')',
        nameLocation: 'middle', nameGap: 44, nameTextStyle: { color: text },
        axisLabel: { color: text, formatter: '{value} %' }, splitLine: { lineStyle: { color: line } },
      },
      series: series.concat([{
        type: 'scatter', symbolSize: 0, silent: true, tooltip: { show: false },
        data: scenarios.map((name, i) => ({ value: [i, 0], name })),
        label: { show: true, position: 'bottom', distance: 10, color: text, formatter: '{b}' },
      }]),
    });
    window.addEventListener('resize', () => chart.resize());
  }

  window.addEventListener('load', draw);
  document.addEventListener('evolve:refreshed', draw);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}());
