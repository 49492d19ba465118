// Draws the memory of baseline and candidate over their soaks.
'use strict';

(function () {
  const colours = { baseline: '#5b7fb0', candidate: '#2f9e6b' };

  function draw() {
    const target = document.getElementById('soak-chart');
    if (!target || !window.echarts) {
      return;
    }
    const curves = JSON.parse(target.dataset.soaks);
    const paces = [...new Set(curves.map((curve) => curve.pace))];
    const text = getComputedStyle(document.body).color;
    const line = getComputedStyle(document.body).getPropertyValue('--line');
    const before = window.echarts.getInstanceByDom(target);
    if (before) {
      before.dispose();
    }
    const chart = window.echarts.init(target, null, { renderer: 'canvas' });
    chart.setOption({
      animation: false,
      textStyle: { color: text },
      legend: { top: 8, textStyle: { color: text } },
      grid: { left: 64, right: 24, top: 48, bottom: 48 },
      tooltip: {
        trigger: 'axis',
        valueFormatter: (value) => value.toFixed(2) + ' MiB',
      },
      xAxis: {
        type: 'value', min: 0, name: 'hours', nameLocation: 'middle', nameGap: 28,
        nameTextStyle: { color: text }, axisLabel: { color: text }, splitLine: { show: false },
      },
      yAxis: {
        type: 'value', scale: true, name: 'memory, MiB', nameLocation: 'middle', nameGap: 48,
        nameTextStyle: { color: text }, axisLabel: { color: text },
        splitLine: { lineStyle: { color: line } },
      },
      series: curves.map((curve) => ({
        name: curve.arm + (paces.length > 1 ? ' at pace ' + curve.pace : ''),
        type: 'line',
        showSymbol: false,
        lineStyle: { width: 1.5, type: curve.pace === paces[0] ? 'solid' : 'dashed' },
        itemStyle: { color: colours[curve.arm] },
        data: curve.points,
      })),
    });
    window.addEventListener('resize', () => chart.resize());
  }

  window.addEventListener('load', draw);
  document.addEventListener('evolve:refreshed', draw);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}());
